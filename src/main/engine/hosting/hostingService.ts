/** Hosted servers as the routes ask for them. Every refusal is an `AppError`. */
import type { HostedHistory, HostedLogLine, HostedServer, HostedVolume, Runtimes } from '#contract/hosting/hostedServer'
import type { HostedRegistration } from '#contract/hosting/registration'

/** `id`: the id or the slug; an unknown one is NOT_FOUND. */
export interface HostingService {
  register(registration: HostedRegistration): Promise<HostedServer>
  list(): Promise<HostedServer[]>
  get(id: string): Promise<HostedServer>
  /** The result as the server sent it. `signal`: the caller is gone. */
  call(id: string, method: string, params: object | undefined, signal: AbortSignal | undefined): Promise<unknown>
  restart(id: string): Promise<HostedServer>
  remove(id: string, withVolumes: boolean): Promise<void>
  restore(id: string): Promise<HostedServer>
  /** Oldest first. */
  logs(id: string, tail: number): Promise<HostedLogLine[]>
  history(id: string): Promise<HostedHistory>
  volumes(): Promise<HostedVolume[]>
  removeVolume(name: string): Promise<void>
  /** A tar, as it is read. Refused before the first byte, or not at all; ending it early ends its reading. */
  backupVolume(name: string): Promise<AsyncIterable<Uint8Array>>
  runtimes(): Promise<Runtimes>
}
