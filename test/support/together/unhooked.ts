import '../../../src/imports.ts'
import asyncHooks from 'node:async_hooks'
import { registerHooks } from 'node:module'

/**
 * `node:test` follows every promise and socket of its process from beginning to end, to know which test a call of `test` or
 * `after` stands in: a service under test takes twice the processor time. Imported before it, this keeps it from doing so, and
 * gives test files a `node:test` that needs no such thing.
 */
const inert: asyncHooks.AsyncHook = { enable: () => inert, disable: () => inert }
const { createHook } = asyncHooks
asyncHooks.createHook = (callbacks) => (/test_runner/.test(new Error().stack ?? '') ? inert : createHook(callbacks))

const ours = new URL('node-test.ts', import.meta.url).href
registerHooks({
  resolve: (name, context, next) =>
    name === 'node:test' && context.parentURL !== ours ? { url: ours, shortCircuit: true } : next(name, context),
})
