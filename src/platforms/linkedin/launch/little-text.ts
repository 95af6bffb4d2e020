/** Signs that mean something in the text of a post: mentions, tags and the like. */
const reserved = /[|{}@[\]()<>#\\*_~]/g

/** The text as people shall read it: unescaped, the platform would cut it at such a sign or refuse it. */
export function littleText(text: string): string {
  return text.replace(reserved, '\\$&')
}
