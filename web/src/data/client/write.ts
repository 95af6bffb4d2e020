import { useMutation } from '@tanstack/react-query'
import type { UseMutationResult } from '@tanstack/react-query'
import { say } from '../../ui/say.ts'
import type { Noun } from '../nouns.ts'
import { age } from './query-client.ts'

/** Something that a person can have done, and what it makes old. */
interface Write<Input, Reply> {
  run: (input: Input) => Promise<Reply>
  ages: Noun[]
}

export function write<Input = void, Reply = unknown>(
  run: (input: Input) => Promise<Reply>,
  ...ages: Noun[]
): Write<Input, Reply> {
  return { run, ages }
}

interface WriteCallbacks<Input, Reply> {
  /** What is said once it is done, with a second line where there is more to say. */
  done?: string | ((reply: Reply, input: Input) => string | [string, string?])
  /** Waited for before anything is asked anew: whoever leaves a page does not see it without what was deleted. */
  then?: (reply: Reply, input: Input) => unknown
  failed?: (error: Error, input: Input) => void
}

export type Writing<Input, Reply> = UseMutationResult<Reply, Error, Input, unknown>

/** A write by a person: it says that it was done, and what it changed is asked anew. Problems are shown by the page, where they arose. */
export function useWrite<Input, Reply>(
  { run, ages }: Write<Input, Reply>,
  callbacks: WriteCallbacks<Input, Reply> = {},
) {
  return useMutation<Reply, Error, Input, { callbacks: WriteCallbacks<Input, Reply> }>({
    mutationFn: (input) => run(input),
    // The page can learn of the change before the write is answered, and would then speak of the next one.
    onMutate: () => ({ callbacks }),
    onSuccess: async (reply, input, { callbacks: { done, then } }) => {
      const words = typeof done === 'function' ? done(reply, input) : done
      if (words) say(...([words].flat() as [string, string?]))
      await then?.(reply, input)
      await age(...ages)
    },
    onError: (error, input, context) => context?.callbacks.failed?.(error, input),
  })
}
