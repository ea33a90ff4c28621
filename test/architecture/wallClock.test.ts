/**
 * Every file that reads the time of day, with the reason why doing so ends, delays or refuses nothing. The time of day
 * jumps when the clock is set. Limits and durations use `clock.elapsed()`. The test fails for a new file until it has a
 * reason.
 */
import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'

const shown = 'shown to people, or stored with the thing it is about'
const tokensCame = 'when tokens came, for the next run; in this run, the clock that never jumps decides'
const since = 'when a state began, as the page shows it'

const reasons: Readonly<Record<string, string>> = {
  'engine/access/access.ts': shown,
  'engine/chat/attachments/attachmentFiles.ts': shown,
  'engine/chat/chat.ts': shown,
  'engine/chat/openConversations.ts': 'leases in a shared database, whose engines share no other clock',
  'engine/chat/practice/practiceClient.ts': 'a part of a name',
  'engine/chat/runs/asking/answer.ts': shown,
  'engine/chat/runs/newMessage.ts': shown,
  'engine/chat/runs/run.ts': since,
  'engine/chat/runs/runLeases.ts': 'leases in a shared database, whose engines share no other clock',
  'engine/chat/runs/calls/toolCalls.ts': shown,
  'engine/chat/runs/turnRows.ts': shown,
  'engine/clients/setup/clientSetup.ts': 'a part of the name of a copy',
  'engine/clock.ts': 'the clock itself',
  'engine/connections/connection.ts': since,
  'engine/connections/serverLog.ts': shown,
  'engine/connections/sharing/callerConnection.ts': since,
  'engine/connections/sharing/sharedConnection.ts': since,
  'engine/connections/sharing/twoEraConnection.ts': 'which era is asked for first: both take the call',
  'engine/connections/lifetime/wakeWatch.ts':
    'a jump is what it looks for; connections are checked then, and none is ended because of it',
  'engine/hosted/hostedServers.ts': shown,
  'engine/hosted/hostedWard.ts': shown,
  'engine/hosted/registration.ts':
    'whether a server that exited is restarted at once; until then, the exit is not reported',
  'engine/hosted/usageHistory.ts': shown,
  'engine/hosting/containers.ts': shown,
  'engine/hosting/docker/dockerProvider.ts': shown,
  'engine/hosting/e2b/e2bProvider.ts': shown,
  'engine/hosting/leases.ts': 'leases in a shared database, whose engines share no other clock',
  'engine/native/inProcessServer.ts': since,
  'engine/products/productInstaller.ts': shown,
  'engine/questions/decisions.ts': shown,
  'engine/questions/questions.ts': shown,
  'engine/records/retention.ts': 'the age of records, in days, across restarts',
  'engine/registry/servers/connectionFactory.ts': 'the age of what is known about a server, in days, across restarts',
  'engine/registry/changes/pairChanges.ts': shown,
  'engine/registry/changes/projectChanges.ts': shown,
  'engine/registry/changes/serverChanges.ts': shown,
  'engine/registry/changes/serverUnion.ts': shown,
  'engine/registry/files/fileProject.ts': shown,
  'engine/registry/servers/seenServers.ts': shown,
  'engine/router/targets/callTargets.ts': 'the text of a refusal',
  'engine/router/calls/oneCall.ts': 'the record of the call',
  'engine/router/targets/readiness.ts':
    'whether a server that is down is retried soon enough to be worth waiting for; the text of a refusal',
  'engine/secrets/leftSecrets.ts': 'the age of secrets, in days, across restarts',
  'engine/secrets/projectSecrets.ts': shown,
  'engine/secrets/vaults/sharedVault.ts': shown,
  'engine/signIn/flow/authorization.ts': tokensCame,
  'engine/signIn/flow/machineTokens.ts': tokensCame,
  'engine/signIn/flow/refresh.ts': 'leases in a shared database, whose engines share no other clock',
  'engine/signIn/flow/refreshRequest.ts': tokensCame,
  'engine/signIn/flow/registration.ts': "when a client's secret expires, which an issuer gives as a time of day",
  'engine/signIn/flow/tokenRequest.ts': 'the time of the next attempt, which an issuer may give as a date',
  'engine/signIn/heldSignIn.ts': shown,
  'engine/signIn/refreshTimer.ts': shown,
  'engine/signIn/renewal.ts': 'lifetimes across restarts and sleep, during which the other clock stands still',
  'engine/signIn/steps.ts': shown,
  'engine/store/database/migrate.ts': shown,
  'engine/store/servers/changeStore.ts': 'the age of secrets, in days, across restarts',
  'engine/store/setAside.ts': 'the name of a folder',
}

test('every file that reads the time of day has a reason why a clock jump does no harm', () => {
  const sources = listFiles('src/main').filter((file) => /(?<!\.test)\.ts$/.test(file))
  const places = sources.filter((file) => /(?:[cC]lock|Date)\.now\(\)/.test(readText(file)))
  const names = places.map((file) => file.replace('src/main/', ''))
  expect(names.toSorted()).toEqual(Object.keys(reasons).toSorted())
})
