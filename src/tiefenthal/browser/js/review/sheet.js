// The style sheet and the words of the review, which are fetched only when they are wanted.
import { learnWords } from "../core/i18n.js";

const SHEET = "/static/css/review.css";

/** Put the style sheet into the page, once; done when it is there. @returns {Promise<void>} */
function dress() {
  if (document.querySelector(`link[href="${SHEET}"]`) !== null) return Promise.resolve();
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = SHEET;
  return new Promise((resolve) => {
    sheet.addEventListener("load", () => resolve());
    sheet.addEventListener("error", () => {
      sheet.remove();
      resolve(); // without style it can still be used
    });
    document.head.append(sheet);
  });
}

/** All that the review needs beside its modules. */
export const prepare = () => Promise.all([dress(), learnWords("review")]);
