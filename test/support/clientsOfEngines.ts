/** The modules of `host/control` that connect to an engine, each of which is tried against every trap. */
export const clientsOfEngines = ['askToLeave', 'bridgeClient', 'controlClient'] as const
