import { authOf } from "../../../../server/auth.ts";

/** Sign-in, sign-out and password change, as better-auth answers them. It checks the origin of what changes something. */
const handle = (request: Request): Promise<Response> => authOf(request.headers).handler(request);

export { handle as GET, handle as POST };
