import { AsyncLocalStorage } from 'node:async_hooks'
import * as real from 'node:test'
import type { TestContext, TestFn, TestOptions } from 'node:test'

/**
 * What test files get for `node:test`: the same, but what stands in what is known without following every promise (see
 * unhooked.ts).
 */
const running = new AsyncLocalStorage<TestContext>()
let file: TestContext | undefined

/** Infinity would be taken for the limit of a single test. */
const dayMs = 86_400_000

/**
 * A file is a test of its own, its tests and hooks belong to it. It may take its time; the limit (`--test-timeout`) is that of the
 * tests in it.
 */
export function testFile(name: string, load: () => Promise<unknown>): Promise<void> {
  return real.test(name, { timeout: dayMs }, async (context) => {
    file = context
    await running.run(context, load)
  })
}

/** What is said to have been running, for errors that nobody caught. */
export const whatRuns = (): string => (running.getStore() ?? file)?.fullName ?? 'no test'

type Words = [name: string, options: TestOptions, run: TestFn] | [name: string, run: TestFn]

export function test(...words: Words): Promise<void> {
  const [name, options, run] = words.length === 3 ? words : [words[0], {}, words[1]]
  const parent = running.getStore() ?? file
  const inContext: TestFn = (context) => running.run(context, () => run(context, () => undefined))
  return parent ? parent.test(name, options, inContext) : real.test(name, options, inContext)
}

/** Whatever stands in it is made a test of it before it ends, and waited for. */
export function describe(...words: Words): Promise<void> {
  return test(...words)
}

export const { mock } = real

type Hook = Parameters<typeof real.after>[0]
const hook = (name: 'before' | 'after' | 'beforeEach' | 'afterEach') => (run: Hook) => {
  const context = running.getStore() ?? file
  if (context) context[name](run as never)
  else real[name](run)
}
export const before = hook('before')
export const after = hook('after')
export const beforeEach = hook('beforeEach')
export const afterEach = hook('afterEach')
