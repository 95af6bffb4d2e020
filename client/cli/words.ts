import { knownPlatforms, metricTitles } from '../src/index.ts'

export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

/** Whether what was done can cost money. */
export function sandboxText(sandbox: boolean): string {
  return sandbox ? 'In the sandbox: nothing costs money.' : 'Live.'
}

/** What a column of figures is called. */
export function metricHead(name: string): string {
  return (metricTitles[name] ?? name).toUpperCase()
}

/** The words that name platforms, each with the platform's own name. */
export const platformNames = Object.entries(knownPlatforms)
  .map(([name, { title }]) => (name === title.toLowerCase().replaceAll(' ', '-') ? name : `${name} (${title})`))
  .join(', ')
