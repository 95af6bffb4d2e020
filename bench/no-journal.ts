import { registerHooks } from 'node:module'

/**
 * A build of the service in which launches are not journaled and lanes have no fence, to see what both cost. Only for the bench: what is replaced
 * are the two files through which every journal entry passes.
 */
const stand = new URL('no-journal-stand-in.ts', import.meta.url).href
registerHooks({
  resolve(specifier, context, next) {
    const replaced = /\/core\/launch\/run-(step|item)\.ts$/.test(context.parentURL ?? '')
    if (replaced && (specifier === './journal.ts' || specifier === './close-launched.ts'))
      return { url: stand, shortCircuit: true }
    return next(specifier, context)
  },
})
await import('../test/crash/victim.ts')
