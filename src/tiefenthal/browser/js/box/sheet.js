// The style sheet of the box wizard, which is fetched only when it is wanted.

const SHEET = "/static/css/box.css";

/** Put the style sheet into the page, once; done when it is there. @returns {Promise<void>} */
export function dress() {
  const there = document.querySelector(`link[href="${SHEET}"]`);
  if (there !== null) return Promise.resolve();
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
