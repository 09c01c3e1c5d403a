// The one module through which the client uses Preact, its hooks, signals and htm.
import { Component, Fragment, cloneElement, createContext, createPortal, createRef, h, options, render, toChildArray } from "./lib/preact.js";
import { useCallback, useContext, useEffect, useErrorBoundary, useId, useLayoutEffect, useMemo, useReducer, useRef, useState } from "./lib/hooks.js";
import { Signal, batch, computed, effect, signal, untracked, useComputed, useSignal, useSignalEffect } from "./lib/signals.js";
import htm from "./lib/htm.js";

// Markup as a tagged template: html`<p>${words}</p>`. Text is always text, never parsed as HTML.
const html = htm.bind(h);

export {
  Component, Fragment, cloneElement, createContext, createPortal, createRef, h, html, options, render, toChildArray,
  useCallback, useContext, useEffect, useErrorBoundary, useId, useLayoutEffect, useMemo, useReducer, useRef, useState,
  Signal, batch, computed, effect, signal, untracked, useComputed, useSignal, useSignalEffect,
};
