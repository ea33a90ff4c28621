/** Decides whether a folder, file or socket belongs to this user and is closed to others. No other code does. */
import { lstatSync, type Stats } from 'node:fs'

export type PlaceKind = 'folder' | 'file' | 'socket'

/**
 * `kind`: the path is something else, for example a link. `owner`: it belongs to another user. `mode`: others may
 * change it.
 */
export type OwnershipFlaw = 'kind' | 'owner' | 'mode'

const kindMask = 0o170000
const kinds: Readonly<Record<PlaceKind, number>> = { folder: 0o040000, file: 0o100000, socket: 0o140000 }
/**
 * Mode bits that others must not have. They may list a folder but not write to it, and may not even connect to a
 * socket.
 */
const closedToOthers: Readonly<Record<PlaceKind, number>> = { folder: 0o022, file: 0o022, socket: 0o077 }

/** `user`: null on Windows, where owner and mode mean nothing (ADR 38). Pure. */
export function ownershipFlaw(
  { mode, uid }: Pick<Stats, 'mode' | 'uid'>,
  kind: PlaceKind,
  user: number | null,
): OwnershipFlaw | null {
  if (user === null) return null
  if ((mode & kindMask) !== kinds[kind]) return 'kind'
  if (uid !== user) return 'owner'
  return (mode & closedToOthers[kind]) === 0 ? null : 'mode'
}

/** Links are not followed. False if the path does not exist. */
export function isOwn(path: string, kind: PlaceKind): boolean {
  const user = thisUser()
  if (user === null) return true
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found !== undefined && ownershipFlaw(found, kind, user) === null
}

export function thisUser(): number | null {
  return process.getuid?.() ?? null
}
