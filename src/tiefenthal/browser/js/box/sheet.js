// The style sheet of the box wizard, which is fetched only when it is wanted.
import { dressWith } from "../ui/sheet.js";

/** Done when it is there. */
export const dress = () => dressWith("/static/css/box.css");
