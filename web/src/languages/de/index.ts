import type { Catalogue } from '../catalogue.ts'
import codes from './codes.ts'
import common from './common.ts'
import figures from './declared/figures.ts'
import home from './pages/home.ts'
import signIn from './pages/sign-in.ts'
import states from './declared/states.ts'

/** What signing in and the first page say, and what several pages do: more than that waits in `later`. */
const german: Catalogue = {
  texts: { ...common, ...home, ...signIn },
  words: { ...figures, ...states },
  codes,
}
export default german
