/**
 * The parts of a launch that may leave the engine, or be stored where secret values must not be: names, and texts
 * without secrets.
 */
import type { Launch, LaunchSnapshot } from '#contract/servers/server'
import { byReach } from '#contract/servers/transports'
import { hiddenWord } from '#engine/secrets/launchPreview'
import { isLiteral } from '#engine/secrets/references'
import { shownSignInOf } from '#engine/secrets/signInSecrets'
import { changeInUrl, changeSecrets, type PlacedSecret, secretsOf } from '#engine/secrets/secretPlaces'

/** The shown form by launch. Launches are immutable. */
const shownBefore = new WeakMap<Launch, LaunchSnapshot>()

export function shownLaunch(launch: Launch): LaunchSnapshot {
  const before = shownBefore.get(launch)
  if (before !== undefined) return before
  const shown = snapshotOf(changeSecrets(launch, hide))
  shownBefore.set(launch, shown)
  return shown
}

function snapshotOf(shown: Launch): LaunchSnapshot {
  return byReach<Launch, LaunchSnapshot>(shown, {
    process: ({ transport, command, args, env, cwd = null }) => ({
      transport,
      command,
      args,
      envNames: Object.keys(env),
      cwd,
    }),
    address: ({ transport, url, headers, auth }) => ({
      transport,
      url,
      headerNames: Object.keys(headers),
      ...(auth !== undefined && { auth: shownSignInOf(auth) }),
    }),
    image: ({ transport, image, environment }) => ({ transport, image, envNames: Object.keys(environment) }),
  })
}

export function withoutValues(launch: Launch): Launch {
  const shown = changeSecrets(launch, hide)
  return byReach<Launch, Launch>(shown, {
    process: (command) => ({ ...command, env: {} }),
    address: ({ auth: _auth, ...remote }) => ({ ...remote, headers: {} }),
    image: (hosted) => ({ ...hosted, environment: {} }),
  })
}

/** The secret values in a launch, found by the names beside them. */
export function secretsIn(launch: Launch): string[] {
  return secretsOf(launch).flatMap(({ text }) => [
    text,
    decoded(text),
    // A scheme such as "Bearer" comes before the secret itself.
    text.replace(/^\S+ +/, ''),
  ])
}

/** Hides a secret, but leaves a reference, which is not a value. */
function hide({ text }: PlacedSecret): string {
  return isLiteral(text) ? hiddenWord : text
}

export function shownUrl(url: string): string {
  return changeInUrl(url, hide)
}

function argumentsOf(launch: Launch): readonly string[] {
  return byReach<Launch, readonly string[]>(launch, {
    process: ({ args }) => args,
    address: () => [],
    image: ({ package: run }) => run?.args ?? [],
  })
}

/** A command's or package's arguments, without secrets. */
export function shownArguments(launch: Launch): readonly string[] {
  return argumentsOf(changeSecrets(launch, hide))
}

/** Restores the hidden values of arguments that were shown with `shownArguments` and come back unchanged. */
export function keptArguments(given: readonly string[], before: Launch): string[] {
  const shown = shownArguments(before)
  const originals = argumentsOf(before).map((arg, place) => ({ arg, shown: shown[place] }))
  return given.map((arg) => {
    if (!arg.includes(hiddenWord)) return arg
    const at = originals.findIndex((one) => one.shown === arg)
    return at === -1 ? arg : (originals.splice(at, 1)[0]?.arg ?? arg)
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
