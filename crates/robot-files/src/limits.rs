//! The largest sizes of files and their parts. Robots, scenes and paths are far smaller; the limits keep other files
//! from taking all time and memory. The table in the docs of [this package](crate) is this list.

/// Bytes of a file other than a mesh.
pub(super) const FILE_BYTES: usize = 64 << 20;
/// Bytes of a mesh file.
pub(super) const MESH_BYTES: usize = photofinish_meshes::MOST_BYTES;
/// Points of all faces of a mesh file. A geometry counts once for each of its instances.
pub(super) const MESH_POINTS: usize = photofinish_meshes::MOST_CORNERS;
/// Nodes of an XML file: elements, texts and comments.
pub(super) const XML_NODES: u32 = 2_000_000;
/// Bytes of an XML tag. They are limited because the parser compares all attributes with each other.
pub(super) const TAG_BYTES: usize = 1 << 16;
/// Bytes of a line of JSON.
pub(super) const LINE_BYTES: usize = 16 << 20;
/// Bytes of a line of a table.
pub(super) const ROW_BYTES: usize = 1 << 20;
/// Columns of a table: positions, velocities and accelerations of all joints, and the time.
pub(super) const COLUMNS: usize = 3 * JOINTS + 1;
/// Links of a robot.
pub(super) const LINKS: usize = 2000;
/// Joints of a robot.
pub(super) const JOINTS: usize = 2000;
/// Levels of lists and mappings within each other in YAML. Without optimisation each level takes 20 kB of the stack, of
/// which threads have 2 MB. Messages have a dozen levels.
pub(super) const YAML_DEPTH: usize = 32;
/// Levels of nodes within each other in COLLADA.
pub(super) const NODE_DEPTH: usize = 100;
