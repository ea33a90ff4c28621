/** Why a scenario does not apply at some addresses. The same reason always has the same words. */
import { alone, spokenBy, thatSee } from '#test/outside/driver/addresses'
import { except } from '#test/outside/driver/scenario'

export const reasons = {
  oneServer: except('only one server is visible there', thatSee('server')),
  notSteered: except('its engine is its own: it cannot be changed from outside meanwhile', alone),
  startsAgain: except('each command starts the servers again', 'command --config'),
  noMetadata: except('a request has no metadata there', spokenBy('REST', 'command', 'chat')),
  noResources: except('there are no resources there', spokenBy('command', 'chat')),
  notTold: except('there are no notifications between requests', spokenBy('REST', 'command', 'chat')),
  noAddress: except('it is about the store and not about an address', thatSee('all', 'project', 'server')),
  hosted: except(
    'hosted servers have a REST of their own, and no file names them',
    thatSee('all', 'project', 'server'),
  ),
  theEngine: except('it is about the engine and not about an address', thatSee('all', 'project', 'server')),
} as const
