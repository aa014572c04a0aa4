// Addresses of this server. A proxy may serve it below a path, such as `/caylus`: that stands before all of them.
const PATH = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** The address of a page or an answer, which begins with `/` where the server lies at the top. */
export const addressOf = (path) => PATH + path;

/** The path of this page, as it is where the server lies at the top. */
export const pagePath = () => location.pathname.slice(PATH.length) || "/";

/** Goes to a page. */
export const goTo = (path) => location.assign(addressOf(path));
