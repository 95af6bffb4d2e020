import type { Issue } from '../../../errors.ts'

/** What is said of a text with more characters than that, and the number for whoever would cut it. */
export function longerThan(longest: number): [message: string, more: Pick<Issue, 'longest'>] {
  return [`is longer than ${longest} characters`, { longest }]
}
