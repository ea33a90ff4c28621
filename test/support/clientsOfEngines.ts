/** The modules of `host/control` that connect to an engine. Each is tested against every trap. */
export const clientsOfEngines = ['askToLeave', 'bridgeClient', 'controlClient'] as const
