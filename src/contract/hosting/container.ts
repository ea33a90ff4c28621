/** The settings of a container, as they appear in a registration and in the launch of its server. */
import { z } from 'zod'
import { readBytes, readCores } from '#contract/hosting/sizes'
import { givenName, inputBounds } from '#contract/inputBounds'

/** Strongest isolation first: `auto` tries them in this order. */
export const providerName = z.enum(['gvisor', 'firecracker', 'e2b', 'plain'])
export type ProviderName = z.infer<typeof providerName>

const mebibyte = 2 ** 20
/** With less memory, a runtime refuses the container, or nothing can start in it. */
export const minMemoryBytes = 6 * mebibyte
const minDiskBytes = mebibyte
const maxCores = 1024
const maxBytes = 2 ** 50
const maxText = '1024T'

/** The limits for a registration that omits them. */
export const defaultLimits = { cpu: '0.5', memory: '512M', disk: '1G' } as const
export const limitName = z.enum(['cpu', 'memory', 'disk'])
export type LimitName = z.infer<typeof limitName>

const coresText = z
  .string('a number of cores as text was expected, such as "0.5"')
  .max(32)
  .refine((text) => {
    const cores = readCores(text)
    return cores !== null && cores >= 0.01 && cores <= maxCores
  }, `a number of cores from 0.01 to ${maxCores} was expected, such as "0.5"`)

const sizeFrom = (least: number, minText: string) =>
  z
    .string('a size as text was expected, such as "512M" or "1G"')
    .max(32)
    .refine((text) => {
      const bytes = readBytes(text)
      return bytes !== null && bytes >= least && bytes <= maxBytes
    }, `a size from ${minText} to ${maxText} was expected, such as "512M" or "1G"`)

export const resourceLimits = z
  .object({ cpu: coresText, memory: sizeFrom(minMemoryBytes, '6M'), disk: sizeFrom(minDiskBytes, '1M') })
  .partial()
  .strict()

/**
 * The form that registries and runtimes accept: a name, with an optional registry before it and an optional tag or
 * digest after it.
 */
const imageForm =
  /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?(?::\d{1,5})?\/)?[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*(?::[\w][\w.-]{0,127})?(?:@sha256:[a-f0-9]{64})?$/

const imageRule = 'the name of an image was expected, such as "ghcr.io/owner/server:1.2"'

export const imageReference = z
  .string(imageRule)
  .trim()
  .max(512, 'the name of an image has at most 512 characters')
  .regex(imageForm, imageRule)

const variableForm = /^[A-Za-z_][A-Za-z0-9_]*$/
const variableRule = 'the name of a variable has A-Z, a-z, 0-9 and _, and does not begin with a digit'
const variableValue = z
  .string('the value of a variable is text')
  .max(inputBounds.value)
  // eslint-disable-next-line no-control-regex
  .regex(/^[^\0]*$/, 'a value cannot have a NUL character in it')

const variablesOf = <Value extends z.ZodType>(value: Value) =>
  z.record(givenName, value).superRefine((environment, context) => {
    for (const name of Object.keys(environment))
      if (!variableForm.test(name)) context.addIssue({ code: 'custom', path: [name], message: variableRule })
  })

export const variables = variablesOf(variableValue)
/** Null keeps the current value, which never leaves the engine. */
export const changedVariables = variablesOf(variableValue.nullable())

const port = (what: string) =>
  z
    .number(`${what} was expected: a number from 1 to 65535`)
    .int()
    .min(1, `${what} is 1 to 65535`)
    .max(65_535, `${what} is 1 to 65535`)

export const portMapping = z
  .object({
    container: port('the port inside the container'),
    /** A port on this machine's loopback address. Absent: any free port. */
    host: port('a port on this machine').optional(),
    /** The path of the MCP endpoint. */
    path: z
      .string()
      .max(inputBounds.path)
      .regex(/^\/[^\s?#]*$/, 'a path that begins with / was expected, such as "/mcp"')
      .default('/mcp'),
  })
  .strict()

const pathRule = 'an absolute path in the container was expected, such as "/data"'
/** The kernel's own folders. */
const takenPaths = /^\/+(?:proc|sys|dev)(?:\/|$)/

export const volumePath = z
  .string(pathRule)
  .max(1_024)
  .regex(/^\/+[^/:,\0][^:,\0]*$/, pathRule)
  .refine(
    (path) => !path.split('/').some((part) => part === '.' || part === '..'),
    'a path without . and .. was expected',
  )
  .refine((path) => !takenPaths.test(path), 'a path outside of /proc, /sys and /dev was expected')

const hostForm = /^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i
const allowedHost = z
  .string()
  .max(260)
  .regex(hostForm, 'the name of a host was expected, such as "api.example.com", "*.example.com" or "example.com:8443"')
  .refine((text) => {
    const [, given] = /:(\d+)$/.exec(text) ?? []
    return given === undefined || (Number(given) >= 1 && Number(given) <= 65_535)
  }, 'the port of a host is 1 to 65535')

export const networkRule = z
  .object({
    mode: z.enum(['none', 'allow', 'full']),
    hosts: z.array(allowedHost).max(256).default([]),
  })
  .strict()
  .superRefine(({ mode, hosts }, context) => {
    if (mode === 'allow' && hosts.length === 0)
      context.addIssue({ code: 'custom', path: ['hosts'], message: 'at least one host was expected with mode "allow"' })
    if (mode !== 'allow' && hosts.length > 0)
      context.addIssue({ code: 'custom', path: ['hosts'], message: 'hosts are for mode "allow" only' })
  })

export const givenProvider = z.enum(['auto', ...providerName.options])

interface GivenPlaces {
  readonly stdioBridge: boolean
  readonly ports: readonly z.infer<typeof portMapping>[]
  readonly volumes: readonly string[]
}

/** Problems that involve several fields, each with the path to report it at. */
export function placesWrong({
  stdioBridge,
  ports,
  volumes,
}: GivenPlaces): { path: (string | number)[]; message: string }[] {
  const wrong = (at: readonly number[], place: (at: number) => (string | number)[], message: string) =>
    at.map((one) => ({ path: place(one), message }))
  const paths = volumes.map((path) => path.replace(/\/+/g, '/').replace(/\/$/, ''))
  return [
    ...(!stdioBridge && ports.length !== 1
      ? [{ path: ['ports'], message: 'without the stdio bridge, exactly one port is required' }]
      : []),
    ...wrong(
      repeated(ports.map(({ container }) => container)),
      (at) => ['ports', at, 'container'],
      'each port of the container can be given once',
    ),
    ...wrong(
      repeated(ports.map(({ host }) => host ?? null)),
      (at) => ['ports', at, 'host'],
      'each port on this machine can be given once',
    ),
    ...wrong(repeated(paths), (at) => ['volumes', at], 'each path can be given once'),
  ]
}

/** Indexes of values that occur earlier in the list. */
function repeated(values: readonly (string | number | null)[]): number[] {
  return values.flatMap((value, at) => (value !== null && values.indexOf(value) < at ? [at] : []))
}
