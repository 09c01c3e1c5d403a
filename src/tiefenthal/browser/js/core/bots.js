// The bots of this server: their characters and their levels. A character has one name and one face everywhere; the
// server says who sits where, and the level is chosen separately.
import { signal } from "../../vendor/preact.js";
import { get } from "./api.js";
import { has, language, t } from "./i18n.js";

/** The bots that can be seated, the weakest first. */
export const bots = signal(/** @type {import("../types.js").BotInfo[]} */ ([]));
/** The characters, in the order in which they come to a table. */
export const characters = signal(/** @type {import("../types.js").CharacterInfo[]} */ ([]));

/** Learn which bots there are. */
export async function learnBots() {
  if (bots.value.length > 0) return;
  const found = /** @type {import("../types.js").Bots} */ (await get("/api/bots"));
  characters.value = found.characters ?? [];
  bots.value = found.bots;
}

/** The name of a level, in the chosen language if there is one. @param {string} name */
export const levelName = (name) =>
  has(`start.level.${name}`) ? t(`start.level.${name}`) : name.charAt(0).toUpperCase() + name.slice(1);

/** How a bot plays, in a sentence. @param {import("../types.js").BotInfo} bot */
export const levelWords = (bot) =>
  has(`start.level.${bot.name}.words`) ? t(`start.level.${bot.name}.words`) : bot.words;

/**
 * The bots to choose from: the levels made for people, if the server has them, and the one already chosen.
 * @param {string} [chosen]
 */
export function levels(chosen) {
  const found = bots.value.filter((bot) => bot.level || bot.name === chosen);
  return found.some((bot) => bot.level) ? found : bots.value;
}

/** The default bot. */
export const middling = () => levels()[Math.floor((levels().length - 1) / 2)]?.name ?? "";

/** The bot that plays for a person: one that neither ruins nor wins the game for them. */
export const standIn = () => (bots.value.some((bot) => bot.name === "innkeeper") ? "innkeeper" : middling());

/** The name of a character in the chosen language. @param {import("../types.js").CharacterInfo | undefined} one */
export const nameOf = (one) => one?.names[language.value.slice(0, 2)] ?? one?.names.en ?? "";

/** The drawing of a character. @param {string | null | undefined} id */
export const portraitOf = (id) =>
  characters.value.find((one) => one.id === id)?.portrait ?? characters.value[0]?.portrait ?? "p-bot3";
