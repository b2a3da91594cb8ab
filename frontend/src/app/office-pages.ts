/** Loads the pages of this shell, apart from what visitors download (frontend/pages-plugin.ts). */
export { loaders } from 'virtual:pages/office';
