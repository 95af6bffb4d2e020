/** What people read in the dashboard stands in `t` or `rich` (web/src/languages), so that it has a place in every language. */

const message = 'What people read goes through t or rich (web/src/languages): then other languages have it, too.'

/** Attributes and properties whose texts people read. */
const read = new Set([
  ...['title', 'label', 'lead', 'hint', 'placeholder', 'aria-label', 'aria-description', 'aria-roledescription'],
  ...['aria-valuetext', 'alt', 'what', 'action', 'keep', 'head', 'about', 'done', 'problem', 'says'],
])

/** Variables whose texts people read, wherever these are shown. */
const shown = new Set([
  'says',
  'lead',
  'hint',
  'title',
  'label',
  'word',
  'words',
  'text',
  'why',
  'when',
  'where',
  'who',
])

const sentMessage = 'A word of the service is the same in every language: whoever reads German would send another one.'

/** Properties that go to the service, whose values are words of its own. */
const sent = new Set(['action', 'level', 'mode', 'op', 'field', 'metric'])

const pieceMessage =
  'This is a piece of a sentence: another language puts it elsewhere. Say the whole sentence, with places for what changes.'

/** A text that goes on from another, or that another goes on from. */
const isPiece = (text) => /^[\s,;:.·–)]|[\s,;(–·]$/u.test(text)

const isWordInT = (node) =>
  node?.type === 'CallExpression' && node.callee.name === 't' && /^\p{Ll}+$/u.test(textOf(node.arguments[0]) ?? '')

/** Names, keys, addresses and formats are the same in every language. */
const same = /^(Flightdeck|Slack|Discord|Telegram|CSV|NDJSON|(Ctrl|Alt|Shift)[-+ ]\S+|https?:\S+|[{[].*)$/

const hasWords = (text) => /\p{L}/u.test(text) && !same.test(text.trim())

/** A text, or the text of a template, if the node is one. */
function textOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('')
  return null
}

/** Every text that an expression may come to, whichever way its conditions go. */
function textsIn(node) {
  switch (node?.type) {
    case 'ConditionalExpression':
      return [...textsIn(node.consequent), ...textsIn(node.alternate)]
    case 'LogicalExpression':
      return node.operator === '&&' ? textsIn(node.right) : [...textsIn(node.left), ...textsIn(node.right)]
    case 'TemplateLiteral':
      return [node, ...node.expressions.flatMap(textsIn)]
    case 'TSAsExpression':
    case 'JSXExpressionContainer':
      return textsIn(node.expression)
    default:
      return node?.type === 'Literal' ? [node] : []
  }
}

const nameOf = (key) => key.name ?? key.value

/** @type {import('eslint').Rule.RuleModule} */
const rule = {
  meta: { type: 'problem', schema: [], messages: { text: message, sent: sentMessage, piece: pieceMessage } },
  create(context) {
    const told = new Set()
    const report = (node) => {
      if (!told.has(node)) context.report({ node, messageId: 'text' })
      told.add(node)
    }
    const refuse = (node) => {
      for (const each of textsIn(node)) if (hasWords(textOf(each) ?? '')) report(each)
    }
    return {
      JSXText: (node) => hasWords(node.value.replaceAll(/&\w+;/g, '')) && report(node),
      'JSXElement > JSXExpressionContainer, JSXFragment > JSXExpressionContainer': refuse,
      JSXAttribute: (node) => {
        const { name } = node.name
        // What a field of a form is called in what is sent is one small word.
        const isRead = name === 'name' ? /^\p{Lu}|\S \S/u.test(textOf(node.value) ?? '') : read.has(name)
        if (isRead) refuse(node.value)
      },
      // A small word alone is one of the service there, such as the tone of what is done.
      Property: (node) => {
        if (!node.computed && sent.has(nameOf(node.key)) && isWordInT(node.value))
          context.report({ node, messageId: 'sent' })
        if (node.computed || !read.has(nameOf(node.key))) return
        const [first] = textsIn(node.value).map(textOf)
        if (/^\P{Ll}|\S \S/u.test(first ?? '')) refuse(node.value)
      },
      VariableDeclarator: ({ id, init }) => shown.has(id.name) && refuse(init),
      'CallExpression[callee.name=/^(t|rich)$/] > :matches(Literal, ObjectExpression).arguments:first-child': (
        node,
      ) => {
        const texts = node.type === 'ObjectExpression' ? node.properties.map(({ value }) => value) : [node]
        // Of what translators are told behind ## nothing is shown.
        for (const each of texts)
          if (isPiece((textOf(each) ?? '').replace(/##.*/s, ''))) context.report({ node: each, messageId: 'piece' })
      },
      "CallExpression[callee.name='say']": (node) => node.arguments.forEach(refuse),
      // A sentence is one wherever it stands: it begins with a capital, has spaces, and ends as one.
      'Literal, TemplateLiteral': (node) => {
        if (/^[A-Z“].* .*[.!?…]$/s.test(textOf(node) ?? '') && !isSpoken(node)) report(node)
      },
    }
  },
}

/** In a call of `t` or `rich`, or in an error that only who writes the page ever reads. */
function isSpoken(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (at.type === 'CallExpression' && ['t', 'rich'].includes(at.callee.name)) return true
    if (at.type === 'ThrowStatement' || (at.type === 'Property' && read.has(nameOf(at.key)))) return true
    if (at.type.startsWith('JSX') || /Statement|Declaration/.test(at.type)) return at.type.startsWith('JSX')
  }
  return false
}

const plugins = { texts: { rules: { spoken: rule } } }

export default [
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts', 'web/src/languages/**'],
    plugins,
    rules: { 'texts/spoken': 'error' },
  },
]
