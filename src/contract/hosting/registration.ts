/** What is asked for when a server is to be hosted. Its names are those of the REST interface: snake case. */
import { z } from 'zod'
import {
  givenProvider,
  imageReference,
  networkRule,
  placesWrong,
  portMapping,
  resourceLimits,
  variables,
  volumePath,
} from '#contract/hosting/container'
import { givenId } from '#contract/inputBounds'
import { restartPolicy, serverName } from '#contract/servers/server'

export const hostedRegistration = z
  .object({
    /** The id or the name of a project. */
    project_id: givenId.default('default'),
    name: serverName,
    image: imageReference,
    /** MCP is spoken on stdin and stdout; without it, over HTTP at the one port. */
    stdio_bridge: z.boolean().default(true),
    restart_policy: restartPolicy.default('always'),
    environment: variables.default({}),
    ports: z.array(portMapping).max(32).default([]),
    volumes: z.array(volumePath).max(32).default([]),
    resource_limits: resourceLimits.default({}),
    provider: givenProvider.default('auto'),
    /** Plain containers, which share the kernel with everything else, are taken where there is nothing better. */
    allow_weaker: z.boolean().default(false),
    network: networkRule.default({ mode: 'full', hosts: [] }),
    call_timeout_ms: z.number().int().min(100).max(86_400_000).default(30_000),
    heartbeat_ms: z.number().int().min(100).max(86_400_000).default(15_000),
  })
  .strict()
  .superRefine(({ stdio_bridge, ports, volumes }, context) => {
    for (const { path, message } of placesWrong({ stdioBridge: stdio_bridge, ports, volumes }))
      context.addIssue({ code: 'custom', path, message })
  })
export type HostedRegistration = z.infer<typeof hostedRegistration>
export type HostedRegistrationInput = z.input<typeof hostedRegistration>
