// Style sheets that are fetched only when they are wanted: that of the box wizard, and others by their name.

const BOX = "/static/css/box.css";

/** Put a style sheet into the page, once; done when it is there. @param {string} [name] @returns {Promise<void>} */
export function dress(name = BOX) {
  const there = document.querySelector(`link[href="${name}"]`);
  if (there !== null) return Promise.resolve();
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = name;
  return new Promise((resolve) => {
    sheet.addEventListener("load", () => resolve());
    sheet.addEventListener("error", () => {
      sheet.remove();
      resolve(); // without style it can still be used
    });
    document.head.append(sheet);
  });
}
