import tseslint from 'typescript-eslint'
import layers from './eslint.layers.js'
import sizes from './eslint.sizes.js'

function clientAlone(files, stepsOut) {
  const regex = `^(\\.\\./){${stepsOut},}(src|sandbox|test)/`
  const message = 'The client is a package of its own: it knows only the interface.'
  return { files, rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] } }
}

export default tseslint.config(
  { ignores: ['**/node_modules/**', 'data/**', 'client/dist/**', 'client/src/generated/**', 'web/dist/**'] },
  ...tseslint.configs.recommendedTypeChecked.map((config) => ({ ...config, files: ['**/*.ts', '**/*.tsx'] })),
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings are parsed once in src/config.ts and passed down.' },
      ],
      eqeqeq: 'error',
      'prefer-const': 'error',
    },
  },
  {
    // node:test returns promises that its own runner awaits.
    files: ['**/*.test.ts', 'test/**/*.ts', 'bench/**/*.ts'],
    rules: { '@typescript-eslint/no-floating-promises': 'off', 'no-restricted-properties': 'off' },
  },
  {
    // Who started us is no setting, and whoever asks must not load all settings for it.
    files: ['src/cli/launcher.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['src/config.ts', 'src/environment.ts', 'scripts/**/*.ts', 'web/vite.config.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  // Where the command line of the client begins: everything behind it is handed its world.
  { files: ['client/cli/main.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    // The dashboard is a client of the public interface: what it knows of the service is what the typed client says.
    files: ['web/src/**/*.ts', 'web/src/**/*.tsx'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(\\.\\./)+(src|sandbox|test|bench|scripts)/|^node:',
              message: 'The dashboard knows the interface alone, through client/src.',
            },
          ],
        },
      ],
      // What handles a click may take its time; nobody waits for what it returns.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  ...layers,
  ...sizes,
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
