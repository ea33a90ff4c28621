/** A client inside the calling process, to measure the cost of a call without HTTP. */
export interface CallClient {
  /** Calls `echo` once. Resolves with the text that came back. */
  call(text: string): Promise<string | undefined>
  close(): Promise<void>
}

export type ConnectClient = (serverScript: string, folder: string) => Promise<CallClient>

/** The only part of a result that the benchmark looks at. */
export interface EchoResult {
  readonly content?: readonly { readonly text?: string }[]
}

export function textOf(result: unknown): string | undefined {
  return (result as EchoResult).content?.[0]?.text
}
