// Which lessons there are, asked of the server once.
import { signal } from "../../vendor/preact.js";
import { get } from "../core/api.js";

export const lessons = signal(/** @type {import("../types.js").LessonInfo[] | null} */ (null));

export async function learnLessons() {
  if (lessons.value === null) lessons.value = (await get("/api/lessons")).lessons;
}
