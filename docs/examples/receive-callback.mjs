// Receives callbacks and accepts only those that Gatepost signed. CALLBACK_SECRET is the secret from the Keys page or from
// `npx gatepost callback roll-secret`. The library checks the signature and that it is at most five minutes old.
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.CALLBACK_SECRET);

const server = createServer(async (request, response) => {
  // The body must be verified as received: parsing and serialising JSON may change it.
  let body = "";
  for await (const text of request.setEncoding("utf8")) body += text;
  try {
    const result = webhook.verify(body, request.headers);
    console.log(`Task ${result.taskId}: ${result.status ?? result.errorCode}`);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
});
server.listen(Number(process.env.PORT ?? 8080), () => console.log(`Listening on port ${server.address().port}`));
