import { useMutation } from '@tanstack/react-query'
import { say } from '../ui/toasts.tsx'
import { queryClient } from './query-client.ts'

interface Write<Input, Reply> {
  run: (input: Input) => Promise<Reply>
  /** What is said once it is done. */
  done?: string | ((reply: Reply, input: Input) => string)
  /** The questions whose answers it made old. */
  ages: string[]
  then?: (reply: Reply) => void
}

/** A write by a person: it says that it was done, and what it changed is asked anew. Problems are shown by the page, where they arose. */
export function useWrite<Input = void, Reply = unknown>(write: Write<Input, Reply>) {
  return useMutation<Reply, Error, Input, { asked: Write<Input, Reply> }>({
    mutationFn: write.run,
    // The page can learn of the change before the write is answered, and would then speak of the next one.
    onMutate: () => ({ asked: write }),
    onSuccess: async (reply, input, { asked: { done, then, ages } }) => {
      if (done) say(typeof done === 'string' ? done : done(reply, input))
      then?.(reply)
      await Promise.all(ages.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
    },
  })
}
