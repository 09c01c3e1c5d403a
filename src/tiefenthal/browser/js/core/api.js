// Requests to the server. A refusal becomes a ServerError with the server's sentence.

export class ServerError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} words
   */
  constructor(status, code, words) {
    super(words);
    this.status = status;
    this.code = code;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function request(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ServerError(0, "unreachable", "");
  }
  if (response.status === 204) return null;
  const kind = response.headers.get("content-type") ?? "";
  const found = kind.startsWith("application/json") ? await response.json() : await response.text();
  if (!response.ok) throw new ServerError(response.status, found.code ?? "http", found.words ?? "");
  return found;
}

/** @param {string} path */
export const get = (path) => request("GET", path);
/** @param {string} path @param {unknown} body */
export const post = (path, body) => request("POST", path, body);
/** @param {string} path @param {unknown} body */
export const put = (path, body) => request("PUT", path, body);

/** @param {string} path */
export const remove = (path) => request("DELETE", path);

/** My session, made with this name if there is none yet.
 * @param {string} name
 * @returns {Promise<import("../types.js").Session>} */
export async function introduce(name) {
  return post("/api/session", { name });
}

/** @returns {Promise<import("../types.js").Session | null>} */
export async function session() {
  try {
    return await get("/api/session");
  } catch (error) {
    if (error instanceof ServerError && error.status === 401) return null;
    throw error;
  }
}
