/** What a process of ours inherits in tests: where programs are, and where compiled code is kept, without which each start compiles everything. */
export const childEnv = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  // Built once, for those who ask for it (test/support/web/).
  DASHBOARD: 'off',
}
