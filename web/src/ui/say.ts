import { meaningOf, problemText } from './problem.tsx'

interface Message {
  title: string
  description?: string
  isProblem?: boolean
}

let show: (message: Message) => void = () => undefined

/** Whoever can show messages: before somebody is signed in there is nobody, and nothing to say. */
export function showBy(shower: typeof show): void {
  show = shower
}

/** Says briefly that something was done. */
export function say(title: string, description?: string): void {
  show({ title, description })
}

/** Says what went wrong, where there is no better place to say it. */
export function sayProblem(error: unknown): void {
  const meaning = meaningOf(error)
  const text = problemText(error)
  show(
    meaning === undefined ? { title: text, isProblem: true } : { title: meaning, description: text, isProblem: true },
  )
}
