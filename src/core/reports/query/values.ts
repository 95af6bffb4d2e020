import pg from 'pg'

/** Puts a value into a statement: as a parameter, or written out where parameters are not taken (COPY). */
export interface Values {
  list: unknown[]
  put(value: string | number | number[], type: string): string
}

export function parameters(): Values {
  const list: unknown[] = []
  return { list, put: (value, type) => `$${list.push(value)}::${type}` }
}

export function literals(): Values {
  const text = (value: string | number | number[]) => (Array.isArray(value) ? `{${value.join(',')}}` : String(value))
  return { list: [], put: (value, type) => `${pg.escapeLiteral(text(value))}::${type}` }
}
