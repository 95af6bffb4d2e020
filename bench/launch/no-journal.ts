import { registerHooks } from 'node:module'

/**
 * A build of the service in which launches are not journaled and lanes have no fence, to see what both cost. Only for the
 * bench: what is replaced is the one file through which every ad's journal entries pass.
 */
const stand = new URL('no-journal-stand-in.ts', import.meta.url).href
registerHooks({
  resolve(specifier, context, next) {
    const isWorker = context.parentURL?.endsWith('/core/launch/engine/worker.ts')
    return isWorker && specifier === '../../journal/open.ts'
      ? { url: stand, shortCircuit: true }
      : next(specifier, context)
  },
})
await import('../../test/crash/victim.ts')
