/**
 * The requirements for Switchboard, by id. Tests cite the ids in their titles, such as `[R16]`. `requirements.test.ts`
 * checks that tests prove every requirement that is due. Contains only data.
 */

export interface Requirement {
  readonly id: string
  readonly text: string
  /** The numbers of the source documents. The design card of the desktop app has no number. */
  readonly sources: readonly string[]
  /** Whether this version has to meet it. */
  readonly due: boolean
}

const app = 'desktop'

export const requirements: readonly Requirement[] = [
  due('R1', 'many servers at once, each in its own process with its own command, folder, environment and request ids', [
    '000',
  ]),
  due('R2', 'servers are stored with their project, transport, configuration and switches', ['002']),
  due('R3', 'the manifest of a product becomes servers; uninstalling removes exactly those', ['002']),
  due('R4', '${NAME} is filled from the vault of the project, in one pass; a missing one is named', ['002']),
  due('R5', 'stdio, SSE and streamable HTTP; dropped connections are restored, and calls meanwhile fail at once', [
    '002',
  ]),
  due('R6', 'servers start lazily, eagerly or strictly in order, as the project says', ['000', '002']),
  due('R7', 'a server that is switched off, changed or removed stops as a whole tree; nothing survives the engine', [
    '000',
    '002',
  ]),
  due('R8', 'one connection for each server and resolved launch, shared by its projects and all runs', ['002']),
  due('R9', 'three failed connects open the breaker; one trial after the cool-down', ['002']),
  due('R10', 'the tools of all enabled servers in one list, under unique names that lead to their server', [
    '000',
    '001',
    '004',
  ]),
  due('R11', 'native tools belong to the pseudo-server `native` and run in process', ['000']),
  due('R12', 'switching a server or a tool takes effect at once, and clients are told', ['001']),
  due('R13', 'with a project, what is outside it is neither listed nor reached', ['001']),
  due('R14', 'resources of all servers, under addresses that lead back to the right one', ['001', '004']),
  due('R15', 'what a server adds while clients are connected is announced to them and listed', ['004']),
  due(
    'R16',
    'a call goes to the server that owns the tool, the answer to its caller; unknown and unavailable are distinguished',
    ['000', '001'],
  ),
  due('R17', 'concurrent clients and calls are independent; what exceeds a limit waits in a queue', ['001']),
  due('R18', 'the tools of a group are called evenly, round-robin, none dropped', ['004']),
  due('R19', 'a client can ask for labels; a match is preferred', ['004']),
  due('R20', 'a member that is unavailable is passed over; a call fails only when all are unavailable', ['004']),
  due('R21', 'a member that dies fails its own calls alone', ['004']),
  due('R22', 'changes reach all clients concerned, updates of resources exactly the subscribed ones', ['004']),
  due('R23', 'every call is recorded', ['002']),
  due('R24', 'a hosted server is a persistent container that is registered over REST', ['003']),
  due('R25', 'calls to a hosted server are serialised, with errors and timeouts as HTTP statuses', ['003']),
  due('R26', 'hosted servers start at boot, restart after crashes with growing delays, and stop in order', ['003']),
  due('R27', 'the state of hosted servers is reported, with uptime, restarts, CPU and memory', ['003']),
  due('R28', 'limits on CPU, memory and disk, enforced by the strongest isolation there is', ['003']),
  due('R29', 'named volumes that survive restarts', ['003']),
  due('R30', 'an Electron app whose main process owns processes, connections, registry and router, with typed IPC', [
    app,
  ]),
  due('R31', 'servers, tools and secrets are managed in the window; secrets are in the keychain', [app]),
  due('R32', 'chat with Claude, streaming, with the tools of the project', [app]),
]

function due(id: string, text: string, sources: readonly string[]): Requirement {
  return { id, text, sources, due: true }
}
