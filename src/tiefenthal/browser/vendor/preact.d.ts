// Types of the gathered libraries, as far as the client uses them. Written by hand: upstream's own would bring a
// folder of files along for JSX, which the client does not write.

export interface VNode<P = unknown> { type: unknown; props: P; key: unknown }
export type Child = VNode | object | string | number | bigint | boolean | null | undefined;
export type Children = Child | Children[];
export type Component0<P> = (props: P & { children?: Children }) => Children;

export function h(type: string | Component0<any>, props: object | null, ...children: Children[]): VNode;
export function render(what: Children, where: Element | ShadowRoot | DocumentFragment): void;
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode & VNode[];
export function cloneElement(node: VNode, props?: object, ...children: Children[]): VNode;
export function createPortal(what: Children, where: Element): VNode;
export function createRef<T = unknown>(): { current: T | null };
export function toChildArray(children: Children): (VNode | string | number)[];
export const Fragment: Component0<object>;
export const options: Record<string, unknown>;

export interface Context<T> { Provider: Component0<{ value: T }>; Consumer: Component0<{ children?: (value: T) => Children }> }
export function createContext<T>(value: T): Context<T>;

export class Component<P = object, S = object> {
  constructor(props?: P);
  props: Readonly<P & { children?: Children }>;
  state: Readonly<S>;
  setState(change: Partial<S> | ((state: S, props: P) => Partial<S>), done?: () => void): void;
  forceUpdate(done?: () => void): void;
  render(props: P & { children?: Children }, state: S): Children;
}

export type Inputs = readonly unknown[];
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((before: T) => T)) => void];
export function useState<T = undefined>(): [T | undefined, (next: T | undefined | ((before: T | undefined) => T | undefined)) => void];
export function useReducer<S, A>(reducer: (state: S, action: A) => S, initial: S): [S, (action: A) => void];
export function useEffect(effect: () => void | (() => void), inputs?: Inputs): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: Inputs): void;
export function useRef<T>(initial: T): { current: T };
export function useRef<T = undefined>(): { current: T | undefined };
export function useMemo<T>(make: () => T, inputs: Inputs): T;
export function useCallback<F extends (...values: any[]) => any>(callback: F, inputs: Inputs): F;
export function useContext<T>(context: Context<T>): T;
export function useId(): string;
export function useErrorBoundary(callback?: (error: unknown, info: unknown) => void): [unknown, () => void];

export class Signal<T = any> {
  constructor(value?: T);
  value: T;
  peek(): T;
  subscribe(listener: (value: T) => void): () => void;
  toJSON(): T;
}
export interface ReadonlySignal<T = any> { readonly value: T; peek(): T; subscribe(listener: (value: T) => void): () => void; toJSON(): T }
export function signal<T>(value: T): Signal<T>;
export function signal<T = undefined>(): Signal<T | undefined>;
export function computed<T>(compute: () => T): ReadonlySignal<T>;
export function effect(run: () => void | (() => void)): () => void;
export function batch<T>(run: () => T): T;
export function untracked<T>(run: () => T): T;
export function useSignal<T>(value: T): Signal<T>;
export function useSignal<T = undefined>(): Signal<T | undefined>;
export function useComputed<T>(compute: () => T): ReadonlySignal<T>;
export function useSignalEffect(run: () => void | (() => void)): void;
