import type { Texts } from '../../catalogue.ts'
import builder from '../rules/builder.ts'
import pages from '../rules/pages.ts'
import words from '../rules/words.ts'

export default { ...builder, ...pages, ...words } satisfies Texts
