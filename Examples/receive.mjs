// Receives webhooks of taskd, with nothing but Node.js:
//
//     TASKD_WEBHOOK_SECRET=whsec_… node receive.mjs

import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const key = Buffer.from(process.env.TASKD_WEBHOOK_SECRET.replace(/^whsec_/, ""), "base64");
const handled = new Set(); // keep these in your database, with what the event changes there

function isVerified(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (!id || !/^\d{1,11}$/.test(timestamp ?? "") || !signatures) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(" ").some((entry) => {
    const [version, text] = entry.split(",", 2);
    const signature = Buffer.from(text ?? "", "base64");
    return version === "v1" && signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isVerified(request.headers, body)) {
    response.writeHead(400).end("refused");
    return;
  }
  const id = request.headers["webhook-id"];
  if (!handled.has(id)) {
    handled.add(id);
    const event = JSON.parse(body);
    console.log(event.type, event.data.task?.title ?? "");
  }
  response.writeHead(204).end(); // taken: taskd does not send it again
});

server.listen(Number(process.env.PORT ?? 8080), "127.0.0.1", () => {
  console.log(`listening on port ${server.address().port}`);
});
