/**
 * Every place that asks for the time of day, with the reason why nothing ends, waits or is refused by it: that time jumps when
 * somebody sets it. What has a limit or a length goes by `clock.elapsed()`. A new place fails here until it has its reason.
 */
import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'

const shown = 'shown to people, or kept with what it is about'
const since = 'when a state began, as the page shows it'

/** Each place as `file × how often`. */
const reasons: Readonly<Record<string, string>> = {
  'engine/access/access.ts × 3': shown,
  'engine/chat/attachments/attachmentFiles.ts × 1': shown,
  'engine/chat/chat.ts × 1': shown,
  'engine/chat/openConversations.ts × 2': 'leases in a shared database, which knows this time alone',
  'engine/chat/practice/practiceClient.ts × 1': 'a part of a name',
  'engine/chat/runs/answer.ts × 2': shown,
  'engine/chat/runs/newMessage.ts × 1': shown,
  'engine/chat/runs/run.ts × 6': since,
  'engine/chat/runs/runLeases.ts × 2': 'leases in a shared database, which knows this time alone',
  'engine/chat/runs/toolCalls.ts × 4': shown,
  'engine/chat/runs/turnRows.ts × 1': shown,
  'engine/clients/setup/clientSetup.ts × 1': 'a part of the name of a copy',
  'engine/clock.ts × 1': 'the clock itself',
  'engine/connections/connection.ts × 8': since,
  'engine/connections/serverLog.ts × 1': shown,
  'engine/connections/sharing/callerConnection.ts × 1': since,
  'engine/connections/sharing/sharedConnection.ts × 2': since,
  'engine/connections/sharing/twoEraConnection.ts × 2': 'which era is asked for first: both take the call',
  'engine/connections/wakeWatch.ts × 2':
    'a jump is what it looks for; connections are looked at then, and none is ended for it',
  'engine/native/inProcessServer.ts × 1': since,
  'engine/products/productInstaller.ts × 1': shown,
  'engine/questions/decisions.ts × 2': shown,
  'engine/questions/questions.ts × 1': shown,
  'engine/records/retention.ts × 1': 'the age of records, in days, over restarts',
  'engine/registry/connectionFactory.ts × 1': 'the age of what is known of a server, in days, over restarts',
  'engine/registry/fileProject.ts × 1': shown,
  'engine/registry/seenServers.ts × 2': shown,
  'engine/registry/serverRegistry.ts × 1': shown,
  'engine/router/callTargets.ts × 1': 'words of a refusal',
  'engine/router/oneCall.ts × 2': 'the record of the call',
  'engine/router/readiness.ts × 2':
    'whether a server that is down is tried again so soon that waiting makes sense; words',
  'engine/secrets/projectSecrets.ts × 1': shown,
  'engine/store/migrate.ts × 1': shown,
  'engine/store/serverStore.ts × 1': shown,
  'engine/store/setAside.ts × 1': 'the name of a folder',
}

test('a clock jump ends no call: each place that asks for the time of day has its reason', () => {
  const sources = listFiles('src/main').filter((file) => /(?<!\.test)\.ts$/.test(file))
  const places = sources.flatMap((file) => {
    const times = readText(file).match(/(?:[cC]lock|Date)\.now\(\)/g)?.length ?? 0
    return times === 0 ? [] : [`${file.replace('src/main/', '')} × ${times}`]
  })
  expect(places.toSorted()).toEqual(Object.keys(reasons).toSorted())
})
