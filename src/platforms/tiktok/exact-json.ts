interface Source {
  /** The number as it was written; only simple values have one. */
  source?: string
}

type ParseWithSource = (text: string, reviver: (key: string, value: unknown, context: Source) => unknown) => unknown

/** Ids are text by the documents, but some answers hold them as bare numbers that are too large to be exact. */
export function parseExactly(text: string): unknown {
  try {
    return (JSON.parse as ParseWithSource)(text, (_key, value, { source = '' }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value,
    )
  } catch {
    return null
  }
}
