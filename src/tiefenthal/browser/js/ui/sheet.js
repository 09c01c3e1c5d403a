// Style sheets of pages that not everybody opens, fetched when they are wanted.

/** Put a style sheet into the page, once; done when it is there. @param {string} sheet @returns {Promise<void>} */
export function dressWith(sheet) {
  if (document.querySelector(`link[href="${sheet}"]`) !== null) return Promise.resolve();
  const made = document.createElement("link");
  made.rel = "stylesheet";
  made.href = sheet;
  return new Promise((resolve) => {
    made.addEventListener("load", () => resolve());
    made.addEventListener("error", () => {
      made.remove();
      resolve(); // without style it can still be used
    });
    document.head.append(made);
  });
}
