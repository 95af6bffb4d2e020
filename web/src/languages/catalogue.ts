/** A text in another language: one sentence, or one for each way of counting that the language has. */
export type Translation = string | Partial<Record<Intl.LDMLPluralRule, string>>

export type Texts = Record<string, Translation>

/** Names that the service has for what is done and for what is sent, as people say them: no page begins with one. */
export interface Names {
  /** Operations and commands, as the audit log has them. */
  actions: Record<string, string>
  /** Fields; one with a full stop behind it is one of several. */
  fields: Record<string, string>
}

/** What a language says on all pages but the first: it is fetched before another page is. */
export interface Later extends Pick<Catalogue, 'texts' | 'words'> {
  names: Names
}

/** All that a language needs. English needs none: its texts stand in the code, and are the keys here. */
export interface Catalogue {
  texts: Texts
  /** Words that the service uses for states, levels, metrics and the like. */
  words: Record<string, string>
  /** What each error code means; what the service says of the very case stands below it, in English. */
  codes: Record<string, string>
}
