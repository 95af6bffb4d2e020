import { keyOf } from '../../data/campaigns/campaigns.ts'
import type { Children, Entity } from '../../data/campaigns/campaigns.ts'
import { t } from '../../languages/t.ts'

/** What stands in one line of the tree. */
export type Row =
  | { kind: 'entity'; key: string; depth: number; entity: Entity; isOpen: boolean }
  | { kind: 'panel'; key: string; depth: number; entity: Entity }
  | { kind: 'note'; key: string; depth: number; text: string | null; error: unknown }

interface Tree {
  campaigns: Entity[]
  adSets: Map<string, Children>
  ads: Map<string, Children>
  open: ReadonlySet<string>
  /** Below these something is to be decided or was said. */
  panels: ReadonlySet<string>
  /** Words that a name or id must have; [] : everything. */
  words: string[]
  /** Campaigns in which the service found ad sets by those words. */
  found: ReadonlySet<string>
}

/** The tree as lines: what is open, what is being loaded, what failed. */
export function rowsOf(tree: Tree): Row[] {
  const shown = tree.campaigns.filter(
    (campaign) => has(tree, campaign) || tree.found.has(campaign.id) || isAbove(tree, tree.adSets.get(campaign.id)),
  )
  return shown.flatMap((campaign) => branch(tree, campaign, 0))
}

function branch(tree: Tree, entity: Entity, depth: number): Row[] {
  const key = keyOf(entity)
  const isOpen = entity.level !== 'ad' && tree.open.has(key)
  const rows: Row[] = [{ kind: 'entity', key, depth, entity, isOpen }]
  if (tree.panels.has(key)) rows.push({ kind: 'panel', key: `panel ${key}`, depth, entity })
  if (!isOpen) return rows
  const children = (entity.level === 'campaign' ? tree.adSets : tree.ads).get(entity.id)
  return [...rows, ...inside(tree, children, { key, depth: depth + 1 })]
}

function inside(tree: Tree, children: Children | undefined, at: { key: string; depth: number }): Row[] {
  const note = (text: string | null, error: unknown = null): Row => {
    return { kind: 'note', key: `note ${at.key} ${text ?? 'problem'}`, depth: at.depth, text, error }
  }
  if (children?.error) return [note(null, children.error)]
  if (!children?.rows) return [note(t('Loading …'))]
  if (children.rows.length === 0) return [note(t('There is nothing in it.'))]
  const matching = children.rows.filter((row) => has(tree, row) || isAbove(tree, tree.ads.get(row.id)))
  // Where nothing in it is called so, it stands there for its own name.
  const rows = (matching.length > 0 ? matching : children.rows).flatMap((row) => branch(tree, row, at.depth))
  return children.figuresError ? [note(t('Figures could not be read.'), children.figuresError), ...rows] : rows
}

function has({ words }: Tree, { name, id }: Entity): boolean {
  const text = `${name} ${id}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Whether something that is called so lies below. */
function isAbove(tree: Tree, children: Children | undefined): boolean {
  if (tree.words.length === 0) return false
  return children?.rows?.some((row) => has(tree, row) || isAbove(tree, tree.ads.get(row.id))) ?? false
}
