/** Why a scenario has no place at some addresses: the same words wherever the reason is the same. */
import { alone, spokenBy, thatSee } from '#test/outside/driver/addresses'
import { except } from '#test/outside/driver/scenario'

export const reasons = {
  oneServer: except('one server alone is seen there', thatSee('server')),
  notSteered: except('its engine is its own: nobody outside can change it meanwhile', alone),
  startsAnew: except('each command starts the servers anew', 'command --config'),
  noMetadata: except('a request has no metadata there', spokenBy('REST', 'command', 'chat')),
  noResources: except('there are no resources there', spokenBy('command', 'chat')),
  notTold: except('nothing is told there between requests', spokenBy('REST', 'command', 'chat')),
  noAddress: except('it is about the store and not about an address', thatSee('all', 'project', 'server')),
  theEngine: except('it is about the engine and not about an address', thatSee('all', 'project', 'server')),
} as const
