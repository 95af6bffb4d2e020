import { required } from '../required.ts'

const delimiters = [',', ';', '\t']

/** The one that stands most often in the row of titles, outside of quotes. */
export function delimiterOf(text: string): string {
  const titles = firstRecord(text).replace(/"[^"]*"/g, '')
  const counts = delimiters.map((delimiter) => titles.split(delimiter).length)
  return required(delimiters[counts.indexOf(Math.max(...counts))], 'delimiter')
}

function firstRecord(text: string): string {
  const start = text.trimStart()
  let isQuoted = false
  for (let place = 0; place < start.length; place += 1) {
    if (start[place] === '"') isQuoted = !isQuoted
    if (!isQuoted && (start[place] === '\n' || start[place] === '\r')) return start.slice(0, place)
  }
  return start
}
