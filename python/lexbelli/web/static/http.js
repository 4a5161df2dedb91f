// Questions carried over HTTP, with the secret of a link.

import { Refusal } from "./api.js";

/**
 * What carries questions to the server that the page came from.
 * @param {string} token The secret of the link.
 * @returns {Carrier}
 */
export function http(token) {
  return {
    async ask(method, path, given, signal = undefined) {
      const headers = { authorization: `Bearer ${token}` };
      const options = { method, headers, signal };
      const query = new URLSearchParams(method === "GET" ? given : {}).toString();
      if (method !== "GET") {
        headers["content-type"] = "application/json";
        options.body = JSON.stringify(given);
      }
      const answer = await fetch(query ? `${path}?${query}` : path, options);
      if (!answer.ok) throw await refusal(answer);
      const picture = answer.headers.get("content-type")?.startsWith("image/");
      return picture ? answer.text() : answer.json();
    },
  };
}

async function refusal(answer) {
  let told = { code: "unknown", message: `The server answers ${answer.status}.` };
  try {
    told = (await answer.json()).error ?? told;
  } catch {
    // No JSON: a proxy has answered.
  }
  return new Refusal(answer.status, told);
}
