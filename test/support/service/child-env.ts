/** What a process of ours inherits in tests: where programs are, and where compiled code is kept, without which each start compiles everything. */
export const childEnv = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  // Built once, for those who ask for it (test/support/web/).
  DASHBOARD: 'off',
  // Any that is free: several workers are started side by side.
  WORKER_PORT: '0',
}

/** Several processes on one database have folders of their own, but one key: for whoever shares the database of a test's service. */
export const sharedKey = { SECRET_KEY: Buffer.alloc(32, 'flightdeck').toString('base64') }
