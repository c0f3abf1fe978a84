// What a form of options says, without what is as by default.

export function readOptions(form) {
  const config = {};
  for (const field of form.elements) {
    if (field.dataset.key && field.value) {
      config[field.name] ??= {};
      config[field.name][field.dataset.key] = field.type === "number" ? Number(field.value) : field.value;
    }
    if (field.dataset.default === undefined) continue;
    const value = field.type === "checkbox" ? field.checked : field.value;
    if (String(value) === field.dataset.default) continue;
    config[field.name] = field.type === "number" ? Number(value) : coerce(value);
  }
  return config;
}

function coerce(value) {
  return /^-?\d+$/.test(value) ? Number(value) : value;
}
