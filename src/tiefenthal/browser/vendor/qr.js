// QR codes, from lean-qr; fetched when the first one is wanted.
export { generate } from "./lib/lean-qr.js";
