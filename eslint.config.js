import tseslint from 'typescript-eslint'
import layers from './eslint.layers.js'
import sizes from './eslint.sizes.js'
import texts from './eslint.texts.js'
import web from './eslint.web.js'

// What is ours. What needs to know types, and what is wrong in any code, is in .oxlintrc.json.

function clientAlone(files, stepsOut) {
  const regex = `^(\\.\\./){${stepsOut},}(src|sandbox|test)/`
  const message = 'The client is a package of its own: it knows only the interface.'
  return { files, rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] } }
}

export default tseslint.config(
  { ignores: ['**/node_modules/**', 'data/**', 'client/**/dist/**', 'client/src/generated/**', 'web/dist/**'] },
  // To read these takes as long as all the others: what holds for them is in .oxlintrc.json.
  { ignores: ['**/*.test.ts', 'test/**', 'bench/**', 'scripts/**'] },
  { files: ['**/*.ts', '**/*.tsx'], languageOptions: { parser: tseslint.parser } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    ignores: [
      ...['web/vite.config.ts', 'src/config.ts', 'src/environment.ts'],
      // Who started us is no setting, and whoever asks must not load all settings for it.
      'src/cli/launcher.ts',
      // Where the command line of the client begins: everything behind it is handed its world.
      'client/cli/main.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings are parsed once in src/config.ts and passed down.' },
      ],
    },
  },
  ...layers,
  ...sizes,
  ...web,
  ...texts,
  clientAlone(['client/**/*.ts'], 1),
  // Its command line lies beside client/src: how many steps up lead out of the package depends on where a file is.
  clientAlone(['client/cli/*.ts'], 2),
  clientAlone(['client/cli/*/*.ts'], 3),
  clientAlone(['client/cli/*/*/*.ts'], 4),
  {
    files: ['sandbox/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '(^|/)src/', message: 'The sandbox is a product of its own: it knows nothing of the service.' },
          ],
        },
      ],
    },
  },
)
