/** A finding that depends on nothing but what is asked about, found once: two services in one process may share it. */
export function remembered<Key extends object, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>()
  return (key) => {
    const before = known.get(key)
    if (before) return before.value
    const value = find(key)
    known.set(key, { value })
    return value
  }
}

/** The same for texts, of which so many are kept: what comes after them is found each time. */
export function rememberedTexts<Value>(max: number, find: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = find(text)
    if (known.size < max) known.set(text, value)
    return value
  }
}
