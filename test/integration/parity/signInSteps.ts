/**
 * Calls the sign-in routes for a local server, which has no sign-in, and for a remote server that cannot be reached.
 */
import type { Step } from '#test/integration/parity/step'

const auth = { clientId: 'me', clientSecret: 'secret-of-the-test', scope: 'read' }
/** Nothing listens at this address. */
const launch = { transport: 'http', url: 'http://127.0.0.1:1/mcp', auth }
const far = { slug: 'far' }

export const signInSteps: readonly Step[] = [
  { route: 'servers.add', input: { name: 'Far', enabled: false, launch } },
  { route: 'servers.add', fails: 'INVALID_INPUT', input: { name: 'x', launch: { ...launch, auth: { port: 1 } } } },
  { route: 'servers.update', input: { ...far, launch: { ...launch, auth: { ...auth, clientSecret: null } } } },
  { route: 'signIn.state', input: far },
  { route: 'signIn.state', fails: 'CONFLICT', input: { slug: 'echo' } },
  { route: 'signIn.state', fails: 'NOT_FOUND', input: { slug: 'nobody' } },
  { route: 'signIn.begin', fails: 'CONFLICT', input: { slug: 'echo' } },
  { route: 'signIn.begin', fails: 'SERVER_UNAVAILABLE', input: far },
  { route: 'signIn.callback', fails: 'CONFLICT', input: { ...far, url: 'http://127.0.0.1/callback?code=x' } },
  { route: 'signIn.cancel', input: far },
  { route: 'signIn.end', input: far },
  { route: 'signIn.forget', input: far },
  { route: 'servers.remove', input: far },
]
