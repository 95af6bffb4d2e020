import { FlightdeckError } from '../../../../client/src/index.ts'
import { createStore } from '../client/store.ts'

/** What opens more doors asks for a sign-in of the last minutes. What was asked for waits until that is done, or left. */
export interface StepUp {
  /** By which ways the person can do so: passkey, oidc, link. */
  methods: readonly string[]
  /** In the service's words, with what to do where there is no way of one's own. */
  message: string
  /** true: it was done. */
  end: (isDone: boolean) => void
}

const waiting = createStore<StepUp | null>(null)
export const useStepUp = waiting.use

/** Several writes that are refused at once are asked about once. */
let asked: Promise<boolean> | null = null

function askPerson(methods: readonly string[], message: string): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    const end = (isDone: boolean) => {
      asked = null
      waiting.become(null)
      resolve(isDone)
    }
    waiting.become({ methods, message, end })
  })
  return asked
}

/** Calls again once the person has shown that it is them; where they do not, the refusal stands. */
export async function orStepUp<Reply>(failure: unknown, again: () => Promise<Reply>): Promise<Reply> {
  if (!(failure instanceof FlightdeckError && failure.is('step_up_required'))) throw failure
  const methods = Array.isArray(failure.details.ways) ? failure.details.ways.map(String) : []
  if (await askPerson(methods, failure.message)) return again()
  throw failure
}
